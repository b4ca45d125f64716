// How vite builds the element for the package: one module with a name of its own, and the parts that it loads beside it.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  // Addresses are relative to the module, wherever a bundler or a web server puts it.
  base: './',
  publicDir: false,
  build: {
    outDir: here('dist/verify'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { 'selfsame-verify': here('verify/define.ts'), react: here('verify/react.ts') },
      // The page has its own.
      external: ['react'],
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        assetFileNames: 'parts/[name]-[hash][extname]',
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: 'parts/[name]-[hash].js', assetFileNames: 'parts/[name]-[hash][extname]' },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
