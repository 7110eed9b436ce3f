/** Two-signature accounts on Stellar meet the common contract; files beside this test what only Stellar has. */
import { describeHolding } from './onchain-contract.ts'
import { openStellarGround } from './stellar-ground.ts'

describeHolding('Stellar (XLM)', () => openStellarGround('XLM'))
describeHolding('Stellar (USDC)', () => openStellarGround('USDC'))
