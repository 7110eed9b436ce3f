/** Assets as comparable names: 'native' or 'CODE:ISSUER'. Equal names mean the same asset. */
import { StrKey, xdr } from '@stellar/stellar-sdk'

export type AssetName = 'native' | `${string}:${string}`

export function assetName(asset: xdr.Asset): AssetName {
  switch (asset.type) {
    case 'assetTypeNative':
      return 'native'
    case 'assetTypeCreditAlphanum4':
      return nameOf(asset.alphaNum4)
    case 'assetTypeCreditAlphanum12':
      return nameOf(asset.alphaNum12)
  }
}

function nameOf(credit: xdr.AlphaNum4 | xdr.AlphaNum12): AssetName {
  const code = Buffer.from(credit.assetCode.value).toString('latin1').replace(/\0+$/, '')
  return `${code}:${StrKey.encodeEd25519PublicKey(credit.issuer.ed25519.toBytes())}`
}

/** Returns true for a code of 1 to 4 or 5 to 12 letters and digits, in the XDR variant of its length. */
export function isValidAsset(asset: xdr.Asset): boolean {
  if (asset.type === 'assetTypeNative') return true
  const { code } = parts(assetName(asset))
  const length = asset.type === 'assetTypeCreditAlphanum4' ? /^[a-zA-Z0-9]{1,4}$/ : /^[a-zA-Z0-9]{5,12}$/
  return length.test(code)
}

/** Parses an asset name of a configuration. Throws RangeError unless it is 'native' or CODE:ISSUER. */
export function parseAssetName(text: string): AssetName {
  if (text === 'native') return text
  const { code, issuer } = parts(text)
  if (!/^[a-zA-Z0-9]{1,12}$/.test(code) || !StrKey.isValidEd25519PublicKey(issuer)) {
    throw new RangeError(`Neither 'native' nor CODE:ISSUER: ${text}`)
  }
  return `${code}:${issuer}`
}

export function issuerOf(asset: AssetName): string | null {
  return asset === 'native' ? null : parts(asset).issuer
}

export function assetXdr(asset: AssetName): xdr.Asset {
  if (asset === 'native') return xdr.Asset.assetTypeNative()
  const { code, issuer } = parts(asset)
  const key = xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(issuer))
  return code.length <= 4
    ? xdr.Asset.assetTypeCreditAlphanum4(new xdr.AlphaNum4({ assetCode: code, issuer: key }))
    : xdr.Asset.assetTypeCreditAlphanum12(new xdr.AlphaNum12({ assetCode: code, issuer: key }))
}

/** `asset_type`, and for issued assets `asset_code` and `asset_issuer`, each with the prefix ('source_', 'sold_'…). */
export function assetFields(asset: AssetName, prefix = ''): Record<string, string> {
  if (asset === 'native') return { [`${prefix}asset_type`]: 'native' }
  const { code, issuer } = parts(asset)
  return {
    [`${prefix}asset_type`]: code.length <= 4 ? 'credit_alphanum4' : 'credit_alphanum12',
    [`${prefix}asset_code`]: code,
    [`${prefix}asset_issuer`]: issuer,
  }
}

function parts(asset: string): { code: string; issuer: string } {
  const colon = asset.indexOf(':')
  return { code: asset.slice(0, colon), issuer: asset.slice(colon + 1) }
}
