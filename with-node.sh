# Runs a command with the Node that npm has installed: sh with-node.sh node file.ts
#
# npm 11 links that Node into node_modules/.bin, where its scripts find it. npm 10 does too, and then takes the link away
# with the packages of other platforms, which it did not install and which have a command of the same name.
for bin in node_modules/node-*-*/bin; do
  if [ -d "$bin" ]; then PATH="$PWD/$bin:$PATH"; fi
done
exec "$@"
