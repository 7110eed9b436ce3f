/** The settlement statement, as its parties, the operator and everyone else see it. */
import type { Stop } from './tour-stop.ts'

const STATEMENT = { title: 'Settlement statement' }

export const STATEMENTS: Stop[] = [
  { name: 'statement-interim', path: ({ rejected }) => `/statements/${rejected}`, ...STATEMENT },
  { name: 'statement-short', path: ({ short }) => `/statements/${short}`, ...STATEMENT },
  { name: 'statement-final', path: ({ released }) => `/statements/${released}`, ...STATEMENT },
]

/** For people without a part in any of the escrows. */
export const NO_STATEMENT: Stop = {
  name: 'statement-of-others',
  path: ({ released }) => `/statements/${released}`,
  status: 404,
  title: 'Page not found',
}

export const STATEMENT_OF_VISITOR: Stop = {
  name: 'statement',
  path: ({ released }) => `/statements/${released}`,
  lands: '/login',
  title: 'Login',
}
