/** The assets that we settle in, as Horizon names them. By type and issuer, never by code alone: anybody may issue an asset of any name. */
import {
  type Asset,
  type Issuers,
  isIssued,
  issuerOf,
  NETWORK_FACTS,
  type StellarAsset,
  stellarAssets,
} from '#app/kernel/domain/assets.ts'

export type AssetFields = {
  asset_type?: string | undefined
  asset_code?: string | undefined
  asset_issuer?: string | undefined
}

/** The lumen. */
export const NATIVE = NETWORK_FACTS.stellar.native

/** Null: none that we settle in. */
export function assetOfFields(fields: AssetFields, issuers: Issuers): StellarAsset | null {
  return stellarAssets().find((asset) => isOf(asset, fields, issuers)) ?? null
}

/** Is a line, or what moved, of this asset of its issuer? */
export function isOf(asset: Asset, { asset_type, asset_code, asset_issuer }: AssetFields, issuers: Issuers): boolean {
  if (!isIssued(asset)) return asset === NATIVE && asset_type === 'native'
  return asset_type === typeOf(asset) && asset_code === asset && asset_issuer === issuers[asset]
}

/** Of 'native' or 'CODE:ISSUER', as Horizon writes assets where it does not take them apart. Null: none that we settle in. */
export function assetOfName(name: string, issuers: Issuers): StellarAsset | null {
  return stellarAssets().find((asset) => name === nameOf(asset, issuers)) ?? null
}

function nameOf(asset: StellarAsset, issuers: Issuers): string {
  const issuer = issuerOf(asset, issuers)
  return issuer === null ? 'native' : `${asset}:${issuer}`
}

export function typeOf(code: string): string {
  return code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4'
}
