// The fields of documents in English; lists show them in the order of these tables.
import type { AnsweredField } from '../shapes.ts'

/** Of identity documents, travel documents and driving licences. */
export const fields: Readonly<Record<AnsweredField, string>> = {
  mrz_type: 'Type of zone',
  passport_id: 'Passport number',
  id: 'Number',
  name: 'Full name',
  birthday: 'Date of birth',
  sex: 'Sex',
  national: 'Nationality',
  nationality: 'Nationality',
  hometown: 'Place of origin',
  address: 'Address',
  ethnicity: 'Ethnic group',
  religion: 'Religion',
  characteristics: 'Identifying marks',
  class_type: 'Class',
  issue_place: 'Place of issue',
  issue_date: 'Date of issue',
  issue_by: 'Issued by',
  expiry: 'Valid until',
  optional_data: 'Earlier or personal number',
  passport_type: 'Type of passport',
  country: 'Country',
  seri_id: 'Serial number',
  back_side_info: 'Class rows',
}
