/**
 * The configuration of a release: `npx electron-builder --config build/release.config.mjs`. It is electron-builder.yml with
 * signing, notarisation and the place of updates, all from the environment (docs/release.md lists the variables). Nothing
 * that is not signed leaves it: `forceCodeSigning` is on, and `beforePack` names what is missing before anything is built.
 *
 * On Linux the formats carry no signature of the developer that systems check; there SHA256SUMS and the attestation of the
 * build stand for it, and updates of the AppImage are signed by build/sign-update.ts.
 */

import { createPublicKey } from 'node:crypto';

/** Signing by Azure Trusted Signing, and the identity that signs (azure-identity, EnvironmentCredential). */
const AZURE = [
  'AZURE_SIGNING_ENDPOINT',
  'AZURE_SIGNING_ACCOUNT',
  'AZURE_SIGNING_PROFILE',
  'WINDOWS_PUBLISHER_NAME',
];
const AZURE_LOGIN = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];
/** Signing by signtool with a certificate file, base64 or path (electron-builder docs, "Code signing"). */
const SIGNTOOL = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD', 'WINDOWS_PUBLISHER_NAME'];
/** A Developer ID Application certificate, and an API key of App Store Connect for notarytool. */
const APPLE = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];

/** @typedef {Readonly<Record<string, string | undefined>>} Env */

/**
 * What a release for a platform lacks in the environment; empty where it can be made.
 * @param {string} platform win32, darwin or linux
 * @param {Env} env
 * @returns {string[]} sentences
 */
export function missingForRelease(platform, env) {
  const missing = [];
  const absent = (names) => names.filter((name) => !env[name]);
  if (!isUpdateUrl(env.TRIPKIT_UPDATE_URL)) {
    missing.push('TRIPKIT_UPDATE_URL has to be the https address of the folder that updates come from.');
  }
  if (platform === 'linux' && updateKeys(env).length === 0) {
    missing.push(
      'TRIPKIT_UPDATE_KEYS has to hold the public keys of Ed25519 that sign AppImages: make one by node build/make-update-key.ts.',
    );
  }
  if (platform === 'win32') {
    const azure = absent([...AZURE, ...AZURE_LOGIN]);
    const signtool = absent(SIGNTOOL);
    if (azure.length > 0 && signtool.length > 0) {
      missing.push(
        `Windows needs a signature. For Azure Trusted Signing set ${azure.join(', ')}; or for signtool set ${signtool.join(', ')}.`,
      );
    }
  }
  if (platform === 'darwin') {
    const apple = absent(APPLE);
    if (apple.length > 0) missing.push(`macOS needs a signature and notarisation: set ${apple.join(', ')}.`);
  }
  return missing;
}

/**
 * The keys whose updates an AppImage takes, out of TRIPKIT_UPDATE_KEYS; empty where one of them is none.
 * @param {Env} env
 */
function updateKeys(env) {
  const texts = (env.TRIPKIT_UPDATE_KEYS ?? '').split(/[\s,]+/).filter((text) => text !== '');
  return texts.length <= 4 && texts.every(isEd25519) ? texts : [];
}

function isEd25519(text) {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function isUpdateUrl(url) {
  try {
    const { protocol, username, search } = new URL(url);
    return protocol === 'https:' && username === '' && search === '';
  } catch {
    return false;
  }
}

/**
 * @param {Env} env
 * @returns {import('electron-builder').Configuration}
 */
export function releaseConfig(env) {
  const byAzure = AZURE.every((name) => env[name]);
  const publisherName = env.WINDOWS_PUBLISHER_NAME ?? null;
  const keys = updateKeys(env);
  return {
    extends: 'electron-builder.yml',
    forceCodeSigning: true,
    extraMetadata: {
      ...(env.TRIPKIT_HOMEPAGE ? { homepage: env.TRIPKIT_HOMEPAGE } : {}),
      // Into the app's package.json, where main/electron/updater.ts reads them.
      ...(keys.length > 0 ? { updateKeys: keys } : {}),
    },
    // app-update.yml beside the app: where electron-updater looks, and whose signature it accepts.
    publish: isUpdateUrl(env.TRIPKIT_UPDATE_URL)
      ? { provider: 'generic', url: env.TRIPKIT_UPDATE_URL, channel: 'latest' }
      : null,
    win: byAzure
      ? {
          azureSignOptions: {
            publisherName: publisherName ?? '',
            endpoint: env.AZURE_SIGNING_ENDPOINT ?? '',
            codeSigningAccountName: env.AZURE_SIGNING_ACCOUNT ?? '',
            certificateProfileName: env.AZURE_SIGNING_PROFILE ?? '',
          },
        }
      : {
          signtoolOptions: {
            publisherName,
            signingHashAlgorithms: ['sha256'],
            rfc3161TimeStampServer: env.WINDOWS_TIMESTAMP_URL ?? 'http://timestamp.digicert.com',
          },
        },
    beforePack: ({ electronPlatformName }) => {
      const missing = missingForRelease(electronPlatformName, env);
      if (missing.length > 0) {
        throw new Error(`A release can't be built unsigned.\n${missing.join('\n')}\nSee docs/release.md.`);
      }
    },
  };
}

export default releaseConfig(process.env);
