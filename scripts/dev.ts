/** `npm run dev`: like `npm start`, with changes of the code applied at once. */
import { launch } from './launcher/launch.ts'

await launch('development')
