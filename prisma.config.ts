import { defineConfig } from 'prisma/config'

// `prisma generate` wants its schema engine to be there, though it never runs it; without this it would download one.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

const { DATABASE_URL } = process.env

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed.ts' },
  ...(DATABASE_URL ? { datasource: { url: DATABASE_URL } } : {}),
})
