// Prints a compose file as JSON, as docker compose reads it: its own library checks names, settings and env files.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	log.SetFlags(0)
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv, cli.WithEnvFiles(), cli.WithDotEnv)
	if err != nil {
		log.Fatal(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(project); err != nil {
		log.Fatal(err)
	}
}
