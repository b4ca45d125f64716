// The entry of `selfsame-client/verify`: importing it defines the element `<selfsame-verify>`.
import { defineSelfsameVerify } from './element.tsx'

defineSelfsameVerify()
