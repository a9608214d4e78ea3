# What is wrong with the sources without running them (npm run check). The compiler alone takes as long as all the others
# together, so it has a core of its own; its threads would each work out the same types again.
tsc --noEmit --singleThreaded &
types=$!
tsc --noEmit -p web && biome check && knip
others=$?
wait $types && exit $others
