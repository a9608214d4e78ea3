# All checks and the standard tests (npm test). The browser tests run beside the others, because both wait more than they
# compute; their report comes at the end, and is short, so that a failure above it stays in sight.
npm run check || exit
report=$(mktemp)
BROWSER_REPORT=dot npm run test:browser >"$report" 2>&1 &
browser=$!
trap 'kill $browser; exit 130' INT TERM
npm run test:server
server=$?
wait $browser
browser=$?
cat "$report"
rm "$report"
exit $((server | browser))
