// How vite builds the studio, the page of the person and the element: relative addresses, nothing inlined, preact's own JSX.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The paths of the API, for `vite dev` beside a running server. */
const api = [
  'organisation',
  'readyz',
  'healthz',
  'openapi.json',
  'distance-liveness-challenge',
  'liveness-challenge',
  'profile-liveness-challenge',
  'kyc-documents-sync',
  'kyc-documents-sides',
  'driver-license-reader',
  'business-registration',
  'video-liveness',
  'face-matching',
  'face-collections',
  'mrz-reader',
  'studio/networks',
]
const server = process.env['SELFSAME_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The dev server keeps the address of the built studio, so that nothing depends on which of them serves.
  base: command === 'serve' ? '/studio/' : './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('index.html', import.meta.url)),
        verify: fileURLToPath(new URL('verify.html', import.meta.url)),
        element: fileURLToPath(new URL('../client/verify/define.ts', import.meta.url)),
      },
      // Pages that use the element name its file: it keeps its name, and the parts that it loads have hashes.
      output: {
        entryFileNames: ({ name }) => (name === 'element' ? 'element.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // The worker is an ES module: it imports the address of the network runtime.
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: {
    proxy: Object.fromEntries(api.map((path) => [`/${path}`, { target: server, changeOrigin: true }])),
  },
}))
