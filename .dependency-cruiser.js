import { JOINS, LAYERS, MODULES } from './scripts/house/modules.ts'
import { SDK_HOMES } from './scripts/house/sdk-homes.ts'

/**
 * Which layer and which module of the house may import which: the tables of docs/architecture.md, one rule per row and reason.
 * A row says what a layer may import; everything else of ours is forbidden to it.
 */

/** Tests may reach for anything but the network. */
const TESTS = '\\.test\\.tsx?$'
const OUR_CODE = '(app|harbour|prisma|scripts|tests|worker)/'

/**
 * @param {string} name
 * @param {{ why: string, room: string, may: string[] }} row The layer's path, and the paths of ours that it may import.
 */
function ourCode(name, { why, room, may }) {
  return {
    name,
    comment: why,
    severity: 'error',
    from: { path: `^${room}`, pathNot: TESTS },
    to: { path: `^${OUR_CODE}`, pathNot: [`^${room}`, ...may.map((path) => `^${path}`)] },
  }
}

/**
 * @param {string} name
 * @param {{ why: string, room: string, may: string[] }} row The layer's path, and the packages that it may import.
 */
function packages(name, { why, room, may }) {
  return {
    name,
    comment: why,
    severity: 'error',
    from: { path: `^${room}`, pathNot: TESTS },
    to: { path: 'node_modules/', pathNot: may.map((path) => `node_modules/${path}/`) },
  }
}

/** @param {[sdk: string, home: string]} line Of scripts/house/sdk-homes.ts. */
function onlyHome([sdk, home]) {
  return {
    name: `only-home-of-${sdk.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`,
    comment: 'One home per SDK: replacing or upgrading it touches nothing else, and nothing else pays for loading it.',
    severity: 'error',
    from: { path: '^(app|worker)/', pathNot: [TESTS, `^${home}`] },
    to: { path: `node_modules/(@types/)?${sdk}/` },
  }
}

/** A layer, in whatever module: app/<module>/<layer>/, app/<module>/<part>/<layer>/. */
const layer = (name) => `app/(${MODULES.map(({ path }) => path).join('|')})/${name}/`

const SHARED_LAYERS = `(${LAYERS.filter((name) => name !== 'routes').join('|')})`

/** A module uses those that its line in scripts/house/modules.ts names, in whatever layer the layers' own rules let it. */
function moduleRule({ path, what, uses }) {
  const used = [path, ...uses].map((name) => `${name}/${SHARED_LAYERS}/`)
  return {
    name: `module-${path.replace('/', '-')}`,
    comment: `${path}: ${what}. Where is a thing? In the module that people would name. Two that know each other are one.`,
    severity: 'error',
    from: { path: `^app/${path}/${SHARED_LAYERS}/`, pathNot: [TESTS, ...JOINS.map(({ file }) => `^${file}$`)] },
    to: { path: `^${layer(SHARED_LAYERS)}`, pathNot: [`^app/(${used.join('|')})`, '^app/kernel/db/generated/'] },
  }
}

/** A page is put together from any module; of other pages it knows those of its own module. */
function pagesOf({ path }) {
  return {
    name: `pages-of-${path.replace('/', '-')}`,
    comment: 'What two pages need stands in ui or web, where the next one finds it.',
    severity: 'error',
    from: { path: `^app/${path}/routes/`, pathNot: TESTS },
    to: { path: `^${layer('routes')}`, pathNot: `^app/${path}/routes/` },
  }
}

const DOMAIN = layer('domain')
const DB = layer('db')
const PORTS = ['app/ledgers/(claimable|onchain|ledger|outgoing)\\.ts$', 'app/ports\\.ts$']
const SHARED_BY_LEDGERS = 'app/ledgers/(claimable|onchain|ledger|outgoing|history|signer|endpoints\\.server)\\.ts$'
const I18N = layer('i18n')
const LOG_CONTEXT = 'app/log-context\\.server\\.ts$'

export default {
  forbidden: [
    ourCode('domain-knows-only-itself', {
      why: 'Rules of the trade hold whatever database, page or ledger there is, and run in the browser too.',
      room: DOMAIN,
      may: [],
    }),
    packages('domain-computes-with-decimals-only', {
      why: 'Pure rules need exact numbers, tables of letters, and nothing else: no SDK, no React, no translations.',
      room: DOMAIN,
      may: ['decimal\\.js', 'any-ascii'],
    }),
    {
      name: 'domain-does-no-io',
      comment: 'No files, network, clock or environment of Node in a rule: what it needs comes in as an argument.',
      severity: 'error',
      from: { path: `^${DOMAIN}`, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    ourCode('ports-know-only-the-domain', {
      why: 'A port says what we need in our own words; an adapter behind it must not shine through.',
      room: 'app/(ledgers/(claimable|onchain|ledger|outgoing|signer)|ports|jobs/catalogue)\\.ts$',
      may: [DOMAIN],
    }),
    packages('ports-parse-with-zod-only', {
      why: 'A port or a job payload that needs an SDK would bring that SDK into every process.',
      room: 'app/(ledgers/(claimable|onchain|ledger|outgoing|signer)|ports|jobs/catalogue)\\.ts$',
      may: ['zod'],
    }),
    ourCode('ledger-adapters-know-only-their-port', {
      why: 'Adapters translate; deciding and storing is the work of workflows, so that both ledgers obey the same rules.',
      room: 'app/ledgers/(stellar/|xrpl/|[^/]+$)',
      may: [DOMAIN],
    }),
    ourCode('stellar-knows-nothing-of-xrpl', {
      why: 'The two ledgers share the port, what proves a history and the choice of a server: each can be replaced alone.',
      room: 'app/ledgers/stellar',
      may: [DOMAIN, SHARED_BY_LEDGERS],
    }),
    ourCode('xrpl-knows-nothing-of-stellar', {
      why: 'The two ledgers share the port, what proves a history and the choice of a server: each can be replaced alone.',
      room: 'app/ledgers/xrpl',
      may: [DOMAIN, SHARED_BY_LEDGERS],
    }),
    ourCode('services-know-only-their-ports', {
      why: 'A service stores a file or sends a letter when told to; it does not look things up by itself.',
      room: layer('services'),
      may: [DOMAIN, 'app/ports\\.ts$'],
    }),
    ourCode('db-knows-only-the-domain', {
      why: 'A query answers a question; it knows neither who asks nor what follows. It shares the words of the ports.',
      room: DB,
      may: [DOMAIN, ...PORTS],
    }),
    ourCode('jobs-know-only-domain-and-database', {
      why: 'A job is a name and a payload put into the transaction, and the request that asked for it; the work itself is a workflow.',
      room: 'app/jobs/',
      may: [DOMAIN, DB, LOG_CONTEXT],
    }),
    ourCode('letters-know-only-words-and-domain', {
      why: 'A letter is written from what it is given, so that it can be tested and previewed without a database.',
      room: layer('emails'),
      may: [DOMAIN, I18N],
    }),
    ourCode('words-know-only-the-domain', {
      why: 'Sentences serve pages and letters alike, in the browser and in the worker.',
      room: I18N,
      may: [DOMAIN],
    }),
    ourCode('workflows-speak-to-ports', {
      why: 'The same use-case runs in the web app, the worker and the tests: it reaches the world through ports alone.',
      room: `(${layer('workflows')}|app/workflow-deps\\.ts$)`,
      may: [DOMAIN, DB, ...PORTS, 'app/(jobs/|workflow-deps\\.ts$)', layer('emails')],
    }),
    packages('workflows-use-no-sdk', {
      why: 'No Remix, no React, no ledger SDK: a use-case must not depend on how it is reached or what is behind a port.',
      room: `(${layer('workflows')}|app/workflow-deps\\.ts$)`,
      may: ['zod', 'p-limit'],
    }),
    ourCode('queries-only-read', {
      why: 'A read model shows what is there: nothing changes because somebody looked.',
      room: layer('queries'),
      may: [DOMAIN, DB],
    }),
    packages('queries-use-no-framework', {
      why: 'A read model is data for a page, not a page.',
      room: layer('queries'),
      may: ['zod'],
    }),
    ourCode('routes-go-through-workflows-and-queries', {
      why: 'A page that reached for tables, ledgers or services would skip the rules that protect money and access.',
      room: `(${layer('routes')}|app/root\\.tsx$|app/entry\\.)`,
      may: [
        DOMAIN,
        I18N,
        layer('(workflows|queries|web|ui)'),
        'app/(deps|runtime)\\.server\\.ts$',
        'app/root\\.tsx$',
        'app/app\\.css$',
      ],
    }),
    ourCode('web-serves-the-routes', {
      why: 'Sessions, guards and forms are what routes stand on; they must not know any single page.',
      room: layer('web'),
      may: [
        DOMAIN,
        DB,
        I18N,
        ...PORTS,
        layer('(queries|services|workflows)'),
        'app/(pdf-frame/|ports\\.ts$|workflow-deps\\.ts$)',
        'app/(deps|runtime|config|log)\\.server\\.ts$',
        LOG_CONTEXT,
      ],
    }),
    ourCode('pdf-frame-knows-only-itself', {
      why: 'What draws the documents of strangers has nothing of ours to give away.',
      room: 'app/pdf-frame/',
      may: [],
    }),
    ourCode('ui-shows-what-it-is-given', {
      why: 'A part of the interface runs in the browser: it gets its data as props and never reaches for the server.',
      room: layer('ui'),
      may: [DOMAIN, I18N, 'app/pdf-frame/(messages|parts|script-url)\\.ts$'],
    }),
    packages('ui-draws-with-few-packages', {
      why: 'Every package imported here is sent to every visitor.',
      room: layer('ui'),
      may: [
        '(@types/)?react(-dom)?',
        'react-i18next',
        'i18next',
        '@remix-run/react',
        // Asked for when its button is pressed (app/trade/onchain/ui/freighter.ts), and not before.
        '@stellar/freighter-api',
        '@conform-to/[^/]+',
        '@fontsource[^/]*/[^/]+',
      ],
    }),
    {
      name: 'browser-code-reaches-no-server-file',
      comment: 'What touches the world stays on the server: keys and database code must never be sent to a browser.',
      severity: 'error',
      from: { path: `^${layer('(ui|i18n|domain)')}`, pathNot: ['\\.server\\.tsx?$', TESTS] },
      to: { path: '\\.server\\.tsx?$' },
    },
    ourCode('worker-runs-workflows', {
      why: 'The worker is the other door to the same use-cases; it has no pages. It opens transactions for the jobs it adds.',
      room: 'worker/',
      may: [
        DOMAIN,
        layer('workflows'),
        'app/(jobs/|workflow-deps\\.ts$)',
        'app/(deps|config|log)\\.server\\.ts$',
        LOG_CONTEXT,
        ...PORTS,
        'prisma/(schema|database)-complaint\\.ts$',
        'app/kernel/db/client\\.server\\.ts$',
      ],
    }),
    ourCode('harbour-is-the-outside-world', {
      why: 'A stand-in that used our own code would agree with our own mistakes.',
      room: 'harbour/',
      may: [DOMAIN],
    }),
    ...MODULES.map(moduleRule),
    ...MODULES.map(pagesOf),
    ...SDK_HOMES.map(onlyHome),
    {
      name: 'no-circle',
      comment: 'Files that need each other cannot be understood, tested or replaced one at a time.',
      severity: 'error',
      from: { path: `^${OUR_CODE}` },
      to: { circular: true },
    },
    {
      name: 'no-missing-file',
      comment: 'An import that leads nowhere fails only when that line is reached.',
      severity: 'error',
      // Remix and Vite answer the imports that end in a question mark and a word.
      from: { path: `^${OUR_CODE}` },
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
    {
      name: 'product-needs-no-test-code',
      comment: 'Tests and the packages of development are not in the container.',
      severity: 'error',
      from: { path: '^(app|worker|harbour|prisma)/', pathNot: TESTS },
      to: { path: `^tests/|${TESTS}` },
    },
    {
      name: 'product-needs-no-development-package',
      comment: 'The container holds the packages of production alone.',
      severity: 'error',
      // The list of addresses is read when the app is built.
      from: { path: '^(app|worker|prisma)/', pathNot: [TESTS, '^app/routes\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'app/kernel/db/generated'] },
    exclude: { path: ['^build/', '^data/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
