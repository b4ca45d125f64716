// What people call the fields of a request that can be wrong, in English.

export const faultyFields = {
  body: 'The request',
  photo: 'Photo',
  reference_photo: 'Photo to compare with',
  file: 'File',
  files: 'Files',
  video: 'Video',
  content: 'Picture',
  image1: 'First picture',
  image2: 'Second picture',
  image_live: 'Live face',
  image_card: 'Card',
  pages: 'Pages',
  password: 'Password',
  current_password: 'Present password',
  email: 'E-mail address',
  name: 'Name',
  url: 'Address',
  logo: 'Logo',
  accent: 'Colour',
  policy: 'Policy',
  persona: 'Persona',
  reviewer: 'Reviewer',
  author: 'Author',
  collection_id: 'Collection',
  external_person_id: 'Person id',
  signature: 'Signature',
}

/** Servers write English. */
export const faultForms: readonly (readonly [form: string, words: string])[] = []
