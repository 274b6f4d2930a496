import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const api = `http://localhost:${process.env.API_PORT ?? 3000}`;

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': api, '/documents': api } },
});
