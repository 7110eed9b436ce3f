/** The assets that we settle in, as Horizon names them: by type and issuer, because anybody may issue any code. */
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

export const NATIVE = NETWORK_FACTS.stellar.native

/** Null: not one that we settle in. */
export function assetOfFields(fields: AssetFields, issuers: Issuers): StellarAsset | null {
  return stellarAssets().find((asset) => isOf(asset, fields, issuers)) ?? null
}

export function isOf(asset: Asset, { asset_type, asset_code, asset_issuer }: AssetFields, issuers: Issuers): boolean {
  if (!isIssued(asset)) return asset === NATIVE && asset_type === 'native'
  return asset_type === typeOf(asset) && asset_code === asset && asset_issuer === issuers[asset]
}

/** From 'native' or 'CODE:ISSUER', Horizon's name of an asset in one field. Null: not one that we settle in. */
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
