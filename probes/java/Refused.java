// The probe understood, but cannot do what was asked.
// SPDX-License-Identifier: Apache-2.0

final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String reason) {
        super(reason);
    }
}
