/** Invented names of companies and ships as in registers: made of common words, family names and places. */
import { chanceOf, pick } from './changed-names.ts'

const words = (text: string) => text.split(' ')

const QUALITIES = words(
  'Golden Silver Blue Green Red White Black Grand Royal First Prime Global United Central Northern Southern Eastern Western ' +
    'Modern Classic Smart Bright Fresh Pure Rapid Solid Noble Bold Clear Future Universal National Premier Elite Alpha Delta Omega Nova',
)
const THINGS = words(
  'Star Sun Moon River Mountain Ocean Bridge Gate Tower Harbour Lion Eagle Falcon Tiger Horse Wolf Cedar Oak Palm Rose Lotus ' +
    'Diamond Pearl Crystal Amber Anchor Compass Horizon Summit Valley Field Garden Stone Iron Copper Crown Shield Arrow Wave Sky ' +
    'Leaf Spring Dawn Light Path Wheel Mill Forge Lantern Meridian Atlas Orion Phoenix Apex Vertex Matrix Vector Nexus Zenith',
)
const TRADES = words(
  'Trading Logistics Shipping Foods Textiles Machinery Electronics Construction Engineering Consulting Chemicals Metals Timber ' +
    'Furniture Pharma Plastics Packaging Transport Energy Petroleum Agro Seafood Motors Tools Ceramics Paper Glass Leather Fashion ' +
    'Technologies Systems Software Media Services Solutions Industries Investment Properties Exports Imports Supplies Marine Aviation',
)
const FORMS = [
  ...[
    'Ltd',
    'Limited',
    'LLC',
    'GmbH',
    'S.A.',
    'S.r.l.',
    'B.V.',
    'AG',
    'Co., Ltd.',
    'Inc.',
    'Corp.',
    'FZE',
    'FZCO',
    'OOO',
  ],
  ...[
    'Sp. z o.o.',
    'Pvt Ltd',
    'JSC',
    'Oy',
    'AB',
    'A.S.',
    'Ltda',
    'SARL',
    'Pte Ltd',
    'Sdn Bhd',
    'PLC',
    'Group',
    'General Trading LLC',
  ],
]
const SHIP_FIRST = words(
  'Ocean Pacific Atlantic Baltic Nordic Arctic Sea Star Golden Silver Blue Grand Royal Stella Cape Port Queen Princess Lady ' +
    'Spirit Pride Glory Crystal Emerald Diamond Pearl Eastern Western Northern Southern Morning Evening Bright Brave Happy Lucky Global Asian',
)
const SHIP_LAST = words(
  'Pioneer Explorer Voyager Navigator Trader Carrier Express Star Sun Moon Dawn Horizon Wind Breeze Wave Tide Bay Harmony Hope ' +
    'Grace Victory Triumph Champion Leader Unity Fortune Prosperity Dream Eagle Falcon Dolphin Whale Swan Lion Rose Lily Orchid ' +
    'Hawk Swift Legend Glory Pride Spirit Venture Endeavour Discovery Courage Liberty Alliance Bridge Mariner Sailor',
)

type Sources = {
  /** Family and given names of people on no list, and their birthplaces. */
  families: readonly string[]
  givens: readonly string[]
  places: readonly string[]
}

export function registerLikeCompanies(count: number, { families, places }: Sources): string[] {
  return distinct(count, (chance) => {
    const kind = chance()
    const [family, place, trade] = [pick(families, chance), pick(places, chance), pick(TRADES, chance)]
    const form = pick(FORMS, chance)
    if (kind < 0.3) return `${family} ${trade} ${form}`
    if (kind < 0.38) return `${letters(chance)} ${trade} ${form}`
    if (kind < 0.45) return `${family} & ${pick(families, chance)} ${form}`
    if (kind < 0.55) return `${place} ${trade} ${form}`
    if (kind < 0.75) return `${pick(QUALITIES, chance)} ${pick(THINGS, chance)} ${trade} ${form}`
    if (kind < 0.9) return `${pick(THINGS, chance)} ${trade} ${form}`
    return `${pick(THINGS, chance)}${pick(THINGS, chance).toLowerCase()} ${form}`
  })
}

export function registerLikeVessels(count: number, { families, givens, places }: Sources): string[] {
  return distinct(count, (chance) => {
    const kind = chance()
    if (kind < 0.5) return `${pick(SHIP_FIRST, chance)} ${pick(SHIP_LAST, chance)}`.toUpperCase()
    if (kind < 0.65) return `${pick(givens, chance)} ${pick(families, chance)}`.toUpperCase()
    if (kind < 0.75) return `${pick(families, chance)} ${pick(SHIP_LAST, chance)}`.toUpperCase()
    if (kind < 0.85) return `${pick(places, chance)} ${pick(SHIP_LAST, chance)}`.toUpperCase()
    return `${pick(givens, chance)} ${pick(['I', 'II', 'III', '1', '5', '7', '12', 'K', 'M', 'S'], chance)}`.toUpperCase()
  })
}

/** An abbreviation of three or four letters, as in MBT Logistics. */
const letters = (chance: () => number) =>
  Array.from({ length: chance() < 0.7 ? 3 : 4 }, () => pick([...'ABCDEFGHIKLMNOPRSTVZ'], chance)).join('')

function distinct(count: number, make: (chance: () => number) => string): string[] {
  const names = new Set<string>()
  for (let at = 0; names.size < count; at += 1) names.add(make(chanceOf(`register ${at}`)))
  return [...names]
}
