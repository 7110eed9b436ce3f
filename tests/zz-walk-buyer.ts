import { openBrowser } from '/work/main/tests/support/browser.ts'
const APP='http://127.0.0.1:4310', H='http://127.0.0.1:4320'
const js = process.argv[2] !== 'nojs', asset = process.argv[3] ?? 'XLM'
const shot = (p:any,n:string)=>p.screenshot({path:`/tmp/buyer/shots/${n}-${js?'js':'nojs'}-${asset}.png`,fullPage:true})
await using b = await openBrowser()
const {page, complaints} = await b.newPage({javaScript: js, viewport:{width:1280,height:900}})
const small = async (n:string)=>{await page.setViewportSize({width:390,height:800});await shot(page,n+'-390');await page.setViewportSize({width:1280,height:900})}
try {
await page.goto(APP+'/payment?ref=harbor5'); console.log('visitor payment →', page.url())
await page.goto(APP+'/submit'); console.log('visitor submit:', (await page.textContent('main'))?.slice(0,300)); await page.waitForURL('**/login'); console.log('→', page.url())
await page.goto(APP+'/register?pilot=x')
await page.getByRole('button',{name:'Register'}).last().click(); await page.waitForTimeout(700); await shot(page,'register-empty'); await small('register-empty')
console.log('reg problems:', await page.locator('.problem li').allTextContents())
const email=`b${Date.now()}@example.org`
await page.fill('#name','Marisol Okafor'); await page.fill('#email',email); await page.fill('#password','three boats at anchor'); await page.check('#role'); await page.check('#sanctionsConsent')
await page.locator('main button').click(); await page.waitForURL('**/payment'); console.log('registered →', page.url())
console.log('coupon preset:', await page.inputValue('#couponCode')); await shot(page,'payment-0'); await small('payment-0')
await page.getByRole('button',{name:'Show the fee'}).click(); await page.waitForTimeout(700)
console.log('quote problems:', await page.locator('.problem li').allTextContents())
await page.fill('#amountUsd',''); if(js){await page.locator('#amountUsd').pressSequentially('$48,000.00x'); console.log('kept', await page.inputValue('#amountUsd'))} else await page.fill('#amountUsd','48000.00')
await page.selectOption('#asset',asset)
await page.getByRole('button',{name:'Show the fee'}).click(); await page.waitForSelector('.pay'); await page.waitForTimeout(500); await shot(page,'payment-1'); await small('payment-1')
console.log('facts', (await page.locator('aside .facts').allTextContents()).join('|'))
if(!js){ await page.goto(APP+'/payment?hold') }
await page.fill('#hash','abc'); await page.getByRole('button',{name:'Confirm Payment'}).click(); await page.waitForTimeout(800); console.log('confirm abc:', await page.locator('.problem li').allTextContents())
await page.fill('#hash','ab'.repeat(32)); await page.getByRole('button',{name:'Confirm Payment'}).click(); await page.waitForTimeout(1500); console.log('confirm unknown:', await page.locator('.problem li').allTextContents()); await shot(page,'payment-refused')
const memo=(await page.locator('.memo').first().textContent())!, sum=(await page.locator('.sum').first().textContent())!, to=(await page.locator('.code--acct').first().textContent())!.trim()
console.log(memo,sum,to)
const pay=async(o:any)=>{const r=await fetch(H+'/api/pay',{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify({from:'buyer',asset,...o})});return r.json()}
// part
console.log(await pay({to,amount:'10',memo}));
if(!js) await page.goto(APP+'/payment')
await page.locator('.note').filter({hasText:'still due'}).waitFor(); console.log(await page.locator('.note').allTextContents()); await shot(page,'payment-part')
const rest=(await page.locator('.sum').first().textContent())!
const hashes=await pay({to,amount:rest,memo}); const t0=Date.now(); console.log(hashes)
await page.getByText('Payment confirmed!').waitFor(); console.log('confirmed after', Date.now()-t0, await page.textContent('main')); await shot(page,'payment-paid')
await page.waitForURL('**/submit'); console.log('→', page.url(), Date.now()-t0)
await page.waitForTimeout(300); await shot(page,'submit-0'); await small('submit-0')
await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(800); console.log('submit problems', await page.locator('.problem li').allTextContents())
await page.selectOption('#currency',asset); await page.fill('#amount','25.5')
await page.fill('#walletAddress','GABC'); await page.fill('#notes','320 bags of coffee'); await page.setInputFiles('#contract',{name:'contract.exe',mimeType:'application/pdf',buffer:Buffer.from('MZ')})
await page.check('input[value=manual]'); await page.fill('#txid','zz'); await shot(page,'submit-manual')
await page.check('input[value=auto]')
await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(800); console.log('submit problems', await page.locator('.problem li').allTextContents()); await shot(page,'submit-problems')
const {walletOf}=await import('/work/main/tests/support/people.ts')
await page.setInputFiles('#contract',{name:'contract.pdf',mimeType:'application/pdf',buffer:Buffer.from('%PDF-1.4\nhello\n%%EOF\n')})
await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(800); console.log('submit problems', await page.locator('.problem li').allTextContents())
await page.setInputFiles('#contract',{name:'contract.pdf',mimeType:'application/pdf',buffer:Buffer.from('%PDF-1.4\nhello\n%%EOF\n')})
await page.fill('#walletAddress',walletOf(asset as any,'seller')); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForURL('**/submit?opened=*'); console.log('→', page.url()); await page.waitForTimeout(500); await shot(page,'opened-0'); await small('opened-0')
const m2=(await page.locator('.memo').first().textContent())!, to2=(await page.locator('.code--acct').first().textContent())!.trim(), s2=(await page.locator('.sum').first().textContent())!
console.log(await pay({to:to2,amount:s2,memo:m2})); await page.getByText('Transaction submitted and verified.').first().waitFor({timeout:20000}); await shot(page,'opened-1')
console.log((await page.textContent('main'))?.slice(0,900))
await page.getByRole('link',{name:'Open Transaction Lookup'}).click(); await page.waitForTimeout(800); console.log('→',page.url(), await page.title())
await page.goto(APP+'/submit'); await page.waitForTimeout(400); await shot(page,'submit-saved'); 
await page.goto(APP+'/payment'); console.log('payment after paid →', page.url())
await page.locator('.who').first().click(); await page.waitForTimeout(500); console.log('logout →', page.url())
await page.goto(APP+'/login?redirectTo=/dashboard?txid=abc'); await page.fill('#email',email); await page.fill('#password','wrong'); await page.locator('main button').click(); await page.waitForTimeout(700); console.log(await page.locator('.problem li').allTextContents(), await page.inputValue('#email')); await shot(page,'login')
await page.fill('#password','three boats at anchor'); await page.locator('main button').click(); await page.waitForURL('**/dashboard*'); console.log('→',page.url())
} catch(e){ console.log('FAILED', e); await shot(page,'failed'); console.log(page.url(), (await page.textContent('main'))?.slice(0,600)) }
console.log('complaints', complaints)
