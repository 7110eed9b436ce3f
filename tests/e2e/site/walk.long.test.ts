/** The walk through the pages of all who have an account; those of visitors are in walk.test.ts. */
import { ROLES } from '#tests/support/tour/tour.ts'
import { groundOfWalk, walk } from '#tests/support/tour/walk.ts'

walk(
  groundOfWalk(),
  ROLES.filter((role) => role !== 'visitor'),
)
