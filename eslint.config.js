import tseslint from 'typescript-eslint'

/** What scripts of pages may use of a browser. */
const BROWSER = [
  ...['window', 'document', 'location', 'history', 'addEventListener', 'fetch', 'Event', 'Option'],
  ...['setTimeout', 'clearTimeout', 'URLSearchParams'],
  ...[
    'AbortController',
    'Blob',
    'DOMParser',
    'Element',
    'Text',
    'EventSource',
    'getComputedStyle',
    'FormData',
    'ResizeObserver',
    'URL',
  ],
]

const PRODUCTION = ['services', 'projections', 'workers', 'shared'].map(room => `${room}/**/*.ts`)

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.test-servers',
      'data',
      'coverage',
      'test-results',
      '**/*.mjs',
      '**/*.cjs',
      '*.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // async ports have synchronous fakes and adapters
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: PRODUCTION,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:http',
              allowTypeImports: true,
              message: 'Take it from shared/node-http.ts, which says why.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name="vi"][callee.property.name="waitFor"][arguments.length=1]',
          message: 'It gives up after a second: `eventually` waits for as long as a busy machine needs.',
        },
      ],
    },
  },
  {
    // no function is longer than one look takes in
    files: PRODUCTION,
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }] },
  },
  {
    // scripts of pages run in browsers as they are, without types
    ...tseslint.configs.disableTypeChecked,
    files: ['services/api/pages/assets/*.js'],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: Object.fromEntries(BROWSER.map(name => [name, 'readonly'])),
    },
    rules: { ...tseslint.configs.disableTypeChecked.rules, 'no-undef': 'error', 'prefer-const': 'error' },
  },
)
