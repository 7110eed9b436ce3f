# Two images with the same files: the web app (`docker build .`) and the worker (`docker build --target worker .`). Migrations
# run from either, before a release: `node prisma/migrate.ts`; every other command of an operator too, with node or npm run.
# They run as a user without rights, on a read-only file system; with a writable /tmp uploads take less memory.
# Health checks are kept by builders of the Docker format (podman and buildah: --format docker).

FROM node:24-bookworm-slim AS build
WORKDIR /quayside
COPY package.json package-lock.json .npmrc ./
COPY scripts/install ./scripts/install
RUN npm ci
COPY . .
# Only what the processes load goes on: docs/decisions/148.
RUN npm run build && node --no-warnings scripts/image/assemble.ts /assembled

FROM node:24-bookworm-slim AS run
ENV NODE_ENV=production
WORKDIR /quayside
# Owned by root and read-only to the user who runs it: a broken-into process cannot change the program.
COPY --from=build /assembled ./
USER node

# Node itself is the first process, so that it hears the signal to stop: what is under way is finished first.
FROM run AS worker
ENV WORKER_HEALTH_PORT=9091
# It answers: whether everything is well with the money is for whoever watches /health.
HEALTHCHECK --interval=15s --timeout=15s --start-period=40s \
  CMD ["node", "-e", "fetch(`http://${process.env.HEALTH_HOST || '127.0.0.1'}:${process.env.WORKER_HEALTH_PORT}/metrics`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Its young objects get little room: they do not live longer for it, and it holds 60 MB less.
CMD ["node", "--max-semi-space-size=2", "build/programs/worker.js"]

FROM run AS web
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What nobody needs any more is taken away before much of it has gathered: half of the memory under load (docs/performance.md).
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=60", "--import", "./build/programs/web-preload.js", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]
