#!/bin/sh
# The command, from any folder of the checkout: npx --no tollgate <noun> <verb>. Paths are relative to the project, as with npm run.
cd "$(dirname "$(readlink -f "$0")")" && exec sh with-node.sh node src/cli/index.ts "$@"
