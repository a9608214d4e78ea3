# What is wrong with the sources without running them (npm run check). The compiler takes longest, unless it knows most
# files from the last time; its threads would each work out the same types again.
tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.json --singleThreaded &
types=$!
knip &
unused=$!
tsc --noEmit -p web && biome check
others=$?
wait $types && wait $unused && exit $others
