/** A bare Remix app as the baseline: same versions, served by remix-serve; one page, one loader, no database. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBin, ROOT } from '../build.ts'
import { StartupProblem } from '../launcher/problems.ts'
import { runToEnd } from '../launcher/processes.ts'

/** The files of `create-remix`, without styles; the flags are those of our own build. */
const FILES: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'bare',
    private: true,
    type: 'module',
    sideEffects: false,
    dependencies: Object.fromEntries(
      ['@remix-run/node', '@remix-run/react', '@remix-run/serve', 'isbot', 'react', 'react-dom'].map((name) => [
        name,
        '*',
      ]),
    ),
  }),
  'vite.config.js': `
    import { vitePlugin as remix } from '@remix-run/dev'
    const future = {
      v3_fetcherPersist: true, v3_lazyRouteDiscovery: true, v3_relativeSplatPath: true,
      v3_singleFetch: true, v3_throwAbortReason: true,
    }
    export default { plugins: [remix({ future })] }`,
  'app/root.jsx': `
    import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'
    export default function App() {
      return (
        <html lang="en">
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <Meta />
            <Links />
          </head>
          <body>
            <Outlet />
            <ScrollRestoration />
            <Scripts />
          </body>
        </html>
      )
    }`,
  'app/routes/_index.jsx': `
    import { Form, Link, useLoaderData } from '@remix-run/react'
    export const meta = () => [{ title: 'A bare page' }, { name: 'description', content: 'One loader, no database' }]
    export const loader = async ({ request }) => ({ path: new URL(request.url).pathname, now: new Date().toISOString() })
    export default function Index() {
      const { path, now } = useLoaderData()
      return (
        <main>
          <h1>A bare page</h1>
          <p>{path} at {now}</p>
          <Form method="post"><button type="submit">Send</button></Form>
          <Link to="/">Again</Link>
        </main>
      )
    }`,
}

export type BareApp = AsyncDisposable & { folder: string; args: string[] }

/** Builds it in a temporary folder, with our packages. */
export async function buildBareApp(): Promise<BareApp> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-remix-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'public'))
  await cp(join(ROOT, 'public', 'icon.svg'), join(folder, 'public', 'favicon.svg'))
  const { code, output } = await runToEnd({
    args: [findBin('@remix-run/dev', 'remix'), 'vite:build'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
    cwd: folder,
  })
  if (code !== 0) {
    await remove()
    throw new StartupProblem(`The bare app could not be built:\n${output}`)
  }
  return {
    folder,
    args: [findBin('@remix-run/serve', 'remix-serve'), 'build/server/index.js'],
    [Symbol.asyncDispose]: remove,
  }
}
