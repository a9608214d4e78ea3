import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.minidev.json.JSONObject;

/** Reads a realm and a client's credentials, and prints what the library makes of them. */
public class client {
    static JSONObject question;
    static OIDCProviderMetadata metadata;

    static List<ClientAuthentication> authentications(String secret) {
        var id = new ClientID((String) question.get("client_id"));
        return List.of(new ClientSecretBasic(id, new Secret(secret)), new ClientSecretPost(id, new Secret(secret)));
    }

    static TokenResponse fetch(ClientAuthentication authentication) throws Exception {
        var request = new TokenRequest(metadata.getTokenEndpointURI(), authentication, new ClientCredentialsGrant());
        return TokenResponse.parse(request.toHTTPRequest().send());
    }

    static AccessToken tokenOf(TokenResponse response) {
        return response.toSuccessResponse().getTokens().getAccessToken();
    }

    /** Returns the status of an API call, or of the token endpoint with its error. */
    static Object call(ClientAuthentication authentication) throws Exception {
        var response = fetch(authentication);
        if (response instanceof TokenErrorResponse refusal) {
            var error = refusal.getErrorObject();
            return error.getHTTPStatusCode() + " " + error.getCode();
        }
        var request = new HTTPRequest(HTTPRequest.Method.GET, URI.create((String) question.get("api")));
        request.setAuthorization(tokenOf(response).toAuthorizationHeader());
        return request.send().getStatusCode();
    }

    static List<Object> callAll(String secret) throws Exception {
        var statuses = new ArrayList<>();
        for (var authentication : authentications(secret)) statuses.add(call(authentication));
        return statuses;
    }

    /** Returns the client of an access token after RFC 9068, null if it is refused. */
    static Object verify(String token) throws Exception {
        JWKSource<SecurityContext> keys = JWKSourceBuilder.create(metadata.getJWKSetURI().toURL()).build();
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.Family.SIGNATURE, keys));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
            (String) question.get("audience"),
            new JWTClaimsSet.Builder().issuer(metadata.getIssuer().getValue()).build(),
            Set.of("exp", "sub", "client_id", "iat", "jti")));
        try {
            return processor.process(token, null).getStringClaim("client_id");
        } catch (BadJOSEException error) {
            return null;
        }
    }

    static String altered(String token) {
        var signature = token.substring(token.lastIndexOf('.') + 1);
        return token.replace(signature, new StringBuilder(signature).reverse());
    }

    public static void main(String[] args) throws Exception {
        question = JSONObjectUtils.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        metadata = OIDCProviderMetadata.resolve(new Issuer((String) question.get("issuer")));
        var secret = (String) question.get("client_secret");
        var token = tokenOf(fetch(authentications(secret).get(0))).getValue();
        System.out.println(new JSONObject(Map.of("oauth2-oidc-sdk", Map.of(
            "right", callAll(secret),
            "wrong", callAll(secret + "x"),
            "verified", Arrays.asList(verify(token), verify(altered(token)))))));
    }
}
