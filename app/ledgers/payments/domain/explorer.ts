import type { Network } from '#app/kernel/domain/assets.ts'

export type LedgerNetworks = {
  /** Null on the public network. */
  stellarPassphrase: string | null
  /** 0 main, 1 test, 2 development (XRPL `NetworkID`). */
  xrplNetworkId: number
}

const STELLAR_TESTNET = 'Test SDF Network ; September 2015'

const XRPL_EXPLORERS: Record<number, string> = {
  0: 'https://livenet.xrpl.org',
  1: 'https://testnet.xrpl.org',
  2: 'https://devnet.xrpl.org',
}

/** Null on a network without an explorer, such as the harbour's. */
export function explorerLink(
  networks: LedgerNetworks,
  { network, hash }: { network: Network; hash: string },
): string | null {
  if (network === 'xrpl') {
    const explorer = XRPL_EXPLORERS[networks.xrplNetworkId]
    return explorer === undefined ? null : `${explorer}/transactions/${hash}`
  }
  const name = stellarName(networks.stellarPassphrase)
  return name === null ? null : `https://stellar.expert/explorer/${name}/tx/${hash}`
}

/** Null on a network without an explorer. */
export function explorerAccountLink(
  networks: LedgerNetworks,
  { network, account }: { network: Network; account: string },
): string | null {
  if (network === 'xrpl') {
    const explorer = XRPL_EXPLORERS[networks.xrplNetworkId]
    return explorer === undefined ? null : `${explorer}/accounts/${account}`
  }
  const name = stellarName(networks.stellarPassphrase)
  return name === null ? null : `https://stellar.expert/explorer/${name}/account/${account}`
}

function stellarName(passphrase: string | null): 'public' | 'testnet' | null {
  if (passphrase === null) return 'public'
  return passphrase === STELLAR_TESTNET ? 'testnet' : null
}
