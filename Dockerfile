# The Selfsame server in a container: the Node.js of the base image, the studio built, no root.
#   docker build --tag selfsame .
#   docker run --init --stop-timeout 30 --publish 127.0.0.1:8080:8080 --volume selfsame-data:/data selfsame
# compose.yaml does the same with a read-only root and the master key apart from the data.
# To pin the base exactly, name it by digest:
#   --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:24-bookworm-slim

# Fetched once, with everything that only builders need: of this stage the image gets what is left in `packages`,
# and the pages.
FROM ${NODE_IMAGE} AS fetched
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# A workspace that the lock names; npm links it, and the server does without it.
COPY client/package.json ./client/
RUN npm ci --cache /tmp/npm && rm -rf /tmp/npm

FROM fetched AS studio
COPY tsconfig.json ./
COPY client/src ./client/src
COPY client/verify ./client/verify
COPY src ./src
COPY web ./web
COPY weights ./weights
RUN npm run studio && chmod -R a+rX,go-w web/dist

FROM fetched AS packages
# node-linux-* is the Node.js that package.json pins for machines without one. The base image has
# its own, and bin/selfsame falls back to it, so they are removed; --omit=optional would also leave out
# the binaries of sharp. The ffmpeg packed for arm64 is of 2019: below comes Debian's.
RUN npm prune --omit=dev --offline \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@ffmpeg-installer \
    node_modules/selfsame-client
COPY bin ./bin
COPY client/src ./client/src
COPY src ./src
COPY weights ./weights
# Libraries of other systems and what lies beside the networks, 330 MB. The imports fail the build if a binary
# that is needed is missing.
RUN NODE_DISABLE_COMPILE_CACHE=1 bin/selfsame footprint --trim \
  && node --input-type=module --eval "await import('sharp'); await import('onnxruntime-node')"

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
# Readable by all and writable by none but root, whatever the umask of the machine that builds.
COPY package.json package-lock.json .npmrc LICENSE NOTICE ./
COPY bin ./bin
# `selfsame chip` reads cards with the client's own code.
COPY client/src ./client/src
COPY src ./src
COPY weights ./weights
RUN chmod -R a+rX,go-w .

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Selfsame" \
      org.opencontainers.image.description="Self-hosted identity verification: liveness, Vietnamese documents, face matching and collections." \
      org.opencontainers.image.vendor="The Selfsame authors" \
      org.opencontainers.image.licenses="Apache-2.0"

WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=sources /app ./
COPY --from=studio /app/web/dist ./web/dist

# Decodes videos, in processes that workers start. Debian's weighs four times the one of the packages.
RUN test -e node_modules/@ffmpeg-binary || { apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*; }

# /data is the only folder that must be writable; a new volume mounted there takes its owner and
# mode from here. 1000:1000 is the user `node` of the base image, written as a number so that an
# orchestrator can see that it is not root. Workers run as `selfsame-worker` where the container is started as root.
RUN ln -s /app/bin/selfsame /usr/local/bin/selfsame \
  && useradd --system --uid 1001 --no-create-home --shell /usr/sbin/nologin selfsame-worker \
  && install --directory --owner=1000 --group=1000 --mode=0700 /data

# Networks are checked and made ready here, once, so that no container does it at its start and the
# folder can stay read-only. A container whose networks do not hash to weights/manifest.json does not
# start. With another SELFSAME_NETWORK_CACHE the first start makes them there; it takes a second.
ENV NODE_ENV=production \
    SELFSAME_HOST=0.0.0.0 \
    SELFSAME_DATA=/data \
    SELFSAME_NETWORK_CACHE=/app/networks
RUN NODE_DISABLE_COMPILE_CACHE=1 selfsame models --prepare \
  && chmod -R a+rX,go-w "$SELFSAME_NETWORK_CACHE"

USER 1000:1000
VOLUME ["/data"]
EXPOSE 8080

# On SIGTERM the server refuses new work, finishes what is in flight and ends within
# SELFSAME_SHUTDOWN_DEADLINE, 20 s. Give it longer than that before SIGKILL: 30 s.
STOPSIGNAL SIGTERM

# /readyz asks the database, the files and the workers.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (Number(process.env.SELFSAME_PORT) || 8080) + '/readyz', { signal: AbortSignal.timeout(4000) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# `docker run selfsame` serves; `docker run selfsame --help` and the like are the command line.
ENTRYPOINT ["selfsame"]
CMD ["serve"]
