Feature: Values in values

  Scenario: Keys of lists
    Given I have framework_nested defined
    When it contains list
    Then it must contain key
    And its value must match the "[a-z]+" regex

  Scenario: Sizes deep inside
    Given I have framework_nested defined
    When it contains list
    And it contains size
    Then its value must be less than 20

  Scenario: Blocks in blocks
    Given I have framework_blocks defined
    When it contains list
    And it contains inner
    Then it must contain key

  Scenario: Keys of RSA are long
    Given I have tls_private_key defined
    Then it must contain rsa_bits
    And its value must be greater than 2047
