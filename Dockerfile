# One image for both processes: the web app (the default command) and the worker (npm run start:worker).
# Migrations run from it too, before a release: npm run migrate.

FROM node:24-bookworm-slim AS deps
WORKDIR /quayside
COPY package.json package-lock.json .npmrc ./
RUN npm ci

FROM deps AS build
COPY . .
RUN npm run build

FROM deps AS prune
RUN npm prune --omit=dev

FROM node:24-bookworm-slim AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /quayside
# Owned by root and read-only to the user who runs it: a broken-into process cannot change the program.
COPY --from=prune /quayside/node_modules ./node_modules
COPY --from=build /quayside/package.json /quayside/prisma.config.ts ./
COPY --from=build /quayside/build ./build
COPY --from=build /quayside/public ./public
COPY --from=build /quayside/locales ./locales
COPY --from=build /quayside/prisma ./prisma
COPY --from=build /quayside/worker ./worker
COPY --from=build /quayside/scripts/web-preload.ts ./scripts/
COPY --from=build /quayside/app ./app
USER node
EXPOSE 8080
# For the web app. The worker answers no requests: run it with --no-healthcheck.
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "run", "start:web"]
