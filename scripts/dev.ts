/** `npm run dev`: as `npm start`, and changes of the code show at once. */
import { launch } from './launch.ts'

await launch('development')
