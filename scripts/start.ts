/** `npm start`: the whole of Quayside on this machine. Settings: see .env.example. */
import { launch } from './launcher/launch.ts'

await launch('production')
