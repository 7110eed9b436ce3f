import type { NoClaim } from './claim.ts'

export const NO_CLAIMS: readonly NoClaim[] = [
  {
    texts: ['common:trouble.*', 'common:troubleStep.*', 'mail:operatorAlert.*'],
    because: 'Operators read them, of what stands now.',
  },
  { texts: ['common:meta.image'], because: 'It says what a picture shows.' },
]
