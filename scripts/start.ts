/** `npm start`: the whole of Quayside on this machine. Settings: see .env.example. */
import { launch } from './launch.ts'

await launch('production')
