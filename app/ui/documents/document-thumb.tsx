import type { ReactNode } from 'react'
import type { PresentedType } from '#app/domain/documents/documents.ts'

/** What a file is, for its small picture. `none`: not presented. */
export type Thumb = PresentedType | 'Contract' | 'none'

/** A small drawing of the kind of paper, on white in both schemes. It says nothing that the words beside it do not. */
export function DocumentThumb({ kind }: { kind: Thumb }) {
  if (kind === 'none') return <div className="thumb thumb--none" />
  if (kind === 'ShipmentImage') {
    return (
      <div className="thumb thumb--pic">
        <svg viewBox="0 0 88 64" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path fill="#c8d3e6" d="M0 0h88v40H0z" />
          <path fill="#8a93a6" d="M0 40h88v24H0z" />
          <path fill="#2d3e86" d="M14 16h60v30H14z" />
          <path
            stroke="#1c2a63"
            d="M20 18v26M26 18v26M32 18v26M38 18v26M44 18v26M50 18v26M56 18v26M62 18v26M68 18v26"
          />
        </svg>
      </div>
    )
  }
  return (
    <div className="thumb">
      <svg viewBox="0 0 52 68" aria-hidden="true">
        <path fill="#fff" d="M0 0h52v68H0z" />
        {DRAWINGS[kind]}
      </svg>
    </div>
  )
}

const INK = '#0d1b45'
/** Lines of writing: heads are dark, the rest pale. */
const heads = (d: string) => <path d={d} stroke={INK} strokeWidth="3" strokeLinecap="round" />
const words = (d: string) => <path d={d} stroke={INK} strokeOpacity="0.35" strokeWidth="2.2" strokeLinecap="round" />
const rules = (d: string) => <path d={d} fill="none" stroke={INK} strokeOpacity="0.45" strokeWidth="0.9" />

const DRAWINGS: Record<Exclude<Thumb, 'none' | 'ShipmentImage'>, ReactNode> = {
  CommercialInvoice: (
    <>
      {heads('M8 9h14M34 53h10')}
      {words('M8 14h9M36 9h9M36 13h6M8 23h17M40 23h5M8 29h13M40 29h5M8 35h19M40 35h5M8 41h11M40 41h5')}
      {rules('M6 47h40')}
    </>
  ),
  PackingList: (
    <>
      {heads('M8 9h18')}
      {rules('M6 16h40v40H6zM6 24h40M6 32h40M6 40h40M6 48h40M16 16v40M34 16v40')}
    </>
  ),
  BillOfLading: (
    <>
      <path fill="#dfe5f4" d="M0 0h52v13H0z" />
      {heads('M8 7h22')}
      {rules('M6 18h19v10H6zM27 18h19v10H27zM6 30h40v17H6z')}
      {words('M10 35h20M10 40h26M8 54h13')}
      <path d="M45 55a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM33 55h10" fill="none" stroke="#2d3e86" strokeWidth="1.3" />
    </>
  ),
  InsuranceCertificate: (
    <>
      <path d="M3 3h46v62H3z" fill="none" stroke="#0f7b6a" strokeOpacity="0.6" strokeWidth="1.2" />
      {heads('M16 12h20')}
      {words('M12 21h28M12 26h28M12 31h22')}
      <path d="m26 40 8 3v6c0 5-4 8-8 10-4-2-8-5-8-10v-6z" fill="none" stroke="#0f7b6a" strokeWidth="1.5" />
    </>
  ),
  CertificateOfOrigin: (
    <>
      <path d="M3 3h46v62H3z" fill="none" stroke="#d9a441" strokeWidth="1.4" />
      {rules('M32.5 16a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM19.5 16h13M26 9.5c3 4 3 9 0 13M26 9.5c-3 4-3 9 0 13')}
      {heads('M14 29h24')}
      {words('M12 37h28M12 42h28M12 47h18')}
      <circle cx="38" cy="56" r="4.5" fill="#d9a441" />
    </>
  ),
  InspectionCertificate: (
    <>
      {heads('M8 9h22')}
      {words('M18 20h26M18 29h22M18 38h26M18 47h18')}
      <path d="m8 20 2 2 4-4M8 29l2 2 4-4M8 38l2 2 4-4M8 47l2 2 4-4" fill="none" stroke="#0f7b6a" strokeWidth="1.6" />
    </>
  ),
  Contract: (
    <>
      {heads('M14 10h24')}
      {words('M8 19h36M8 25h36M8 31h30M8 37h36M8 43h22')}
      <path
        d="M8 57c4-7 6-7 6 0 3-4 5-4 7 0M30 58h14"
        fill="none"
        stroke="#2d3e86"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </>
  ),
}
