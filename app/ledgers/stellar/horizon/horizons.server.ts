import { type EndpointLog, type Endpoints, openEndpoints } from '../../endpoints.server.ts'
import { assertKnown, type KnownHistory } from '../../history.ts'
import { readHistory } from '../history.server.ts'
import { type Horizon, type HorizonServer, openHorizon } from './horizon.server.ts'

/** Another server may answer behind the same address at any time: one check of the history is trusted for this long. */
const BELIEVED_MS = 1_000

export type HorizonSettings = {
  /** The first is preferred, the next takes over when it fails. */
  horizonUrls: readonly string[]
  passphrase: string
  /** Every server has to show it before its answers to `use` or `prove` count. */
  known?: KnownHistory | undefined
  log?: EndpointLog
}

export type Horizons = Endpoints<HorizonServer> & {
  /** As `use`; afterwards the server has to show the known history again. For what decides about money. */
  prove<Result>(work: (horizon: HorizonServer) => Promise<Result>): Promise<Result>
  /** As `use`, on any server: for callers that compare histories themselves. */
  useAny<Result>(work: (horizon: HorizonServer) => Promise<Result>): Promise<Result>
}

export function openHorizons(settings: HorizonSettings): Horizons {
  const { horizonUrls: urls, passphrase, known, log } = settings
  const endpoints = openEndpoints({
    network: 'stellar',
    urls,
    open: (url, conduct) => openHorizon({ url, passphrase, conduct }),
    log,
  })
  const believedUntil = new WeakMap<HorizonServer, number>()
  async function believe(horizon: HorizonServer): Promise<void> {
    await assertKnown('stellar', known, (sequence) => readHistory(horizon, sequence))
    believedUntil.set(horizon, Date.now() + BELIEVED_MS)
  }
  const use: Horizons['use'] = (work) =>
    endpoints.use(async (horizon) => {
      if ((believedUntil.get(horizon) ?? 0) <= Date.now()) await believe(horizon)
      return work(horizon)
    })
  return {
    ...endpoints,
    use,
    prove: (work) =>
      use(async (horizon) => {
        const result = await work(horizon)
        await believe(horizon)
        return result
      }),
    useAny: endpoints.use,
  }
}

/** For independent requests: each goes to whichever server answers. */
export function askAny(horizons: Endpoints<Horizon>): Horizon {
  return {
    get: (path, schema) => horizons.use((horizon) => horizon.get(path, schema)),
    read: (path, schema) => horizons.use((horizon) => horizon.read(path, schema)),
    post: (path, form) => horizons.use((horizon) => horizon.post(path, form)),
  }
}
