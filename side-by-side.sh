# Runs two scripts of package.json side by side, because both wait more than they compute: sh side-by-side.sh NAME OTHER
# The report of the second comes at the end, and is short, so that a failure above it stays in sight.
report=$(mktemp)
BROWSER_REPORT=dot npm run "$2" >"$report" 2>&1 &
second=$!
trap 'kill $second; exit 130' INT TERM
npm run "$1"
first=$?
wait $second
second=$?
cat "$report"
rm "$report"
exit $((first | second))
