/** The walk through the pages of every role, at both sizes in both colour schemes. */
import { ROLES } from '#tests/support/tour/tour.ts'
import { groundOfWalk, walk } from '#tests/support/tour/walk.ts'

walk(groundOfWalk(), ROLES)
