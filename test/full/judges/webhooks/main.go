// Reads deliveries and prints for each what the library says against it, null if nothing.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func verify(one delivery) error {
	webhook, err := standardwebhooks.NewWebhook(one.Secret)
	if err != nil {
		log.Fatal(err)
	}
	headers := http.Header{}
	for name, value := range one.Headers {
		headers.Set(name, value)
	}
	return webhook.Verify([]byte(one.Body), headers)
}

func main() {
	var deliveries []delivery
	if err := json.NewDecoder(os.Stdin).Decode(&deliveries); err != nil {
		log.Fatal(err)
	}
	problems := make([]*string, len(deliveries))
	for index, one := range deliveries {
		if err := verify(one); err != nil {
			text := err.Error()
			problems[index] = &text
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(problems); err != nil {
		log.Fatal(err)
	}
}
