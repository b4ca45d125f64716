// Reads a passport, a driving licence and a business registration: node papers.ts passport.jpg licence.jpg certificate.pdf
import { openAsBlob } from 'node:fs'
import { client } from './connect.ts'

const [passport = 'passport.jpg', licence = 'licence.jpg', certificate = 'certificate.pdf'] =
  process.argv.slice(2)

const zone = await client.readMrz({ content: await openAsBlob(passport) })
console.log('passport', zone.message, zone.recognized_data.passport_id)

const read = await client.readDriverLicense({ content: await openAsBlob(licence) })
console.log('licence', read.message, read.recognized_data.class_type)

const company = await client.readBusinessRegistration({
  files: [{ content: await openAsBlob(certificate), name: certificate }],
  selected_pages: '1',
})
console.log('company', company.message, company.recognized_data.company_name)
