/** `npm run dev`: as `npm start`, and changes of the code show at once. */
import { launch } from './launcher/launch.ts'

await launch('development')
