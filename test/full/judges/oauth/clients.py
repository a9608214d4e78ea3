"""Reads a realm and a client's credentials, and prints what each library makes of them."""
import json
import os
import sys

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from authlib.oauth2.rfc6750.errors import InvalidTokenError
from authlib.oauth2.rfc9068 import JWTBearerTokenValidator
from oauthlib.oauth2 import BackendApplicationClient, OAuth2Error
from requests_oauthlib import OAuth2Session

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # The test has no certificate.
question = json.load(sys.stdin)
metadata = requests.get(question["issuer"] + "/.well-known/openid-configuration").json()


def with_requests_oauthlib(method, secret, hook):
    session = OAuth2Session(client=BackendApplicationClient(client_id=question["client_id"]))
    session.register_compliance_hook("access_token_response", hook)
    in_form = method == "client_secret_post"
    session.fetch_token(
        metadata["token_endpoint"],
        client_id=question["client_id"],
        client_secret=secret,
        include_client_id=in_form,
    )
    return session


def with_authlib(method, secret, hook):
    session = AuthlibSession(question["client_id"], secret, token_endpoint_auth_method=method)
    session.register_compliance_hook("access_token_response", hook)
    session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    return session


def call(connect, method, secret):
    """Status of an API call, or of the token endpoint with its error."""
    statuses = []

    def note(response):
        statuses.append(response.status_code)
        return response

    try:
        return connect(method, secret, note).get(question["api"]).status_code
    except (OAuth2Error, OAuthError) as error:
        return f"{statuses[-1]} {error.error}"


def judge(connect):
    methods = ("client_secret_basic", "client_secret_post")
    secrets = {"right": question["client_secret"], "wrong": question["client_secret"] + "x"}
    return {name: [call(connect, method, secret) for method in methods] for name, secret in secrets.items()}


class Validator(JWTBearerTokenValidator):
    def get_jwks(self):
        return requests.get(metadata["jwks_uri"]).json()


def verify(token):
    """Client of a token, null if the validator of RFC 9068 refuses it."""
    validator = Validator(question["issuer"], question["audience"])
    try:
        claims = validator.authenticate_token(token)
        validator.validate_token(claims, [], None)
        return claims["client_id"]
    except InvalidTokenError:
        return None


token = with_authlib("client_secret_basic", question["client_secret"], lambda response: response).token["access_token"]
header, payload, signature = token.split(".")
answers = {"requests-oauthlib": judge(with_requests_oauthlib), "Authlib": judge(with_authlib)}
answers["Authlib"]["verified"] = [verify(token), verify(f"{header}.{payload}.{signature[::-1]}")]
print(json.dumps(answers))
