// Starts the studio.
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import './style/frame.css'
import './style/controls.css'
import './style/results.css'
import './style/exchange.css'
import './style/screens.css'
import './style/home.css'
import './style/documents.css'
import './style/lists.css'
import './style/faces.css'
import './style/overlays.css'
import { render } from 'preact'
import { App } from './app.tsx'

const root = document.getElementById('studio')
if (root) render(<App />, root)
