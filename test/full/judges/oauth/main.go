// Reads a realm and a client's credentials, and prints what the library makes of them.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

type question struct {
	Issuer       string `json:"issuer"`
	API          string `json:"api"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

func tokenEndpoint(issuer string) (string, error) {
	response, err := http.Get(issuer + "/.well-known/openid-configuration")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var metadata struct {
		TokenEndpoint string `json:"token_endpoint"`
	}
	err = json.NewDecoder(response.Body).Decode(&metadata)
	return metadata.TokenEndpoint, err
}

// Returns the status of an API call, or of the token endpoint with its error.
func call(api string, config clientcredentials.Config) any {
	response, err := config.Client(context.Background()).Get(api)
	var refusal *oauth2.RetrieveError
	if errors.As(err, &refusal) {
		return fmt.Sprintf("%d %s", refusal.Response.StatusCode, refusal.ErrorCode)
	}
	if err != nil {
		log.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		log.Fatal(err)
	}
	endpoint, err := tokenEndpoint(asked.Issuer)
	if err != nil {
		log.Fatal(err)
	}
	answers := map[string][]any{}
	for name, secret := range map[string]string{"right": asked.ClientSecret, "wrong": asked.ClientSecret + "x"} {
		for _, style := range []oauth2.AuthStyle{oauth2.AuthStyleInHeader, oauth2.AuthStyleInParams} {
			answers[name] = append(answers[name], call(asked.API, clientcredentials.Config{
				ClientID: asked.ClientID, ClientSecret: secret, TokenURL: endpoint, AuthStyle: style,
			}))
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"x/oauth2": answers}); err != nil {
		log.Fatal(err)
	}
}
