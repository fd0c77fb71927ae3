# Atrium as an image: the build, the packages it needs where it runs, and Node. docs/deploy.md says how to run it.
FROM node:26.10.0-bookworm AS build
WORKDIR /opt/atrium
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# What only the build needed is removed, and from Node the symbols for debuggers, 33 MB.
RUN npm run build \
    && npm prune --omit=dev --no-audit --no-fund \
    && chmod 755 dist/atrium.js \
    && mkdir -p /runtime/bin /runtime/lib \
    && strip --strip-unneeded -o /runtime/bin/node /usr/local/bin/node \
    && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /runtime/lib/

FROM debian:bookworm-slim
COPY --from=build /runtime/ /usr/local/
# The account of the site, the folder of its data, which it alone may read, and the folder of the company's own files.
RUN ldconfig \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin atrium \
    && install -d -m 0700 -o atrium -g atrium /data \
    && install -d /site \
    && ln -s /opt/atrium/dist/atrium.js /usr/local/bin/atrium
WORKDIR /opt/atrium
COPY --from=build /opt/atrium/package.json ./
COPY --from=build /opt/atrium/node_modules ./node_modules
COPY --from=build /opt/atrium/dist ./dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SITE_DIR=/site MALLOC_ARENA_MAX=2
USER atrium
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
    CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=8", "dist/server/main.js"]
